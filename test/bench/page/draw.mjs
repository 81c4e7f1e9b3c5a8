/** Draws the plot with echarts, which is one of the peers: reads the bars as JSON, and writes an SVG. */
import { readFileSync } from "node:fs";
import { peer } from "../peers/load.mjs";

const { bars, description } = JSON.parse(readFileSync(0, "utf8"));
const echarts = await peer("echarts");

const [width, rowHeight] = [860, 27];
const [top, bottom] = [66, 34];
const height = top + bottom + bars.length * rowHeight;
const colors = { text: "#24292f", faint: "#57606a", line: "#d0d7de", ours: "#0969da", others: "#afb8c1" };
const font = "Helvetica, Arial, sans-serif";

/** The figure and the position of the two panels. */
const panels = [
  { name: "CPU time for a call, 50 at a time", figure: "cpu", left: 220, width: 280 },
  { name: "Time for a call, 50 at a time", figure: "time", left: 545, width: 280 },
];
const longest = Math.max(...bars.flatMap(({ cpu, time }) => [cpu, time]));

const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width, height });
chart.setOption({
  animation: false,
  backgroundColor: "#ffffff",
  textStyle: { fontFamily: font, color: colors.text },
  title: [
    {
      text: "GET with an answer of 1.5 kB: how many times global fetch (shorter is better)",
      left: 16,
      top: 8,
      textStyle: { fontFamily: font, fontSize: 15, color: colors.text },
    },
    ...panels.map(({ name, left }) => ({
      text: name,
      left: left - 5,
      top: 38,
      textStyle: { fontFamily: font, fontSize: 13, fontWeight: "normal", color: colors.faint },
    })),
  ],
  grid: panels.map(({ left, width }) => ({ left, width, top, bottom })),
  xAxis: panels.map((_, gridIndex) => ({
    gridIndex,
    type: "value",
    max: Math.ceil(longest * 1.12 * 2) / 2,
    splitLine: { show: false },
    axisLabel: { color: colors.faint, fontFamily: font },
  })),
  yAxis: panels.map((_, gridIndex) => ({
    gridIndex,
    type: "category",
    inverse: true,
    data: bars.map(({ title }) => title),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colors.line } },
    axisLabel: {
      show: gridIndex === 0,
      interval: 0,
      fontFamily: font,
      fontSize: 12,
      color: (title) => (bars.find((bar) => bar.title === title)?.ours ? colors.ours : colors.text),
    },
  })),
  series: panels.map(({ figure }, index) => ({
    type: "bar",
    xAxisIndex: index,
    yAxisIndex: index,
    barWidth: 15,
    data: bars.map((bar) => ({
      value: bar[figure],
      itemStyle: { color: bar.ours ? colors.ours : colors.others },
    })),
    label: {
      show: true,
      position: "right",
      fontFamily: font,
      fontSize: 11,
      color: colors.text,
      backgroundColor: "#ffffff",
      padding: [1, 2],
      distance: 3,
      formatter: ({ value }) => value.toFixed(2),
    },
    markLine: {
      silent: true,
      // Below the labels, which hide it where it would cross them.
      z: 1,
      symbol: "none",
      label: { show: false },
      lineStyle: { color: colors.faint, type: "dashed", width: 1 },
      data: [{ xAxis: 1 }],
    },
  })),
});
const svg = chart.renderToSVGString({ useViewBox: true });
chart.dispose();

const escaped = description.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
// Rounds coordinates, but not texts.
const shorter = (tag) =>
  tag.replace(/\d+\.\d{2,}/g, (number) => String(Math.round(10 * Number(number)) / 10));
// Removes the styles for a pointer, which have no effect in a picture.
const still = svg.replace(/<style[\s\S]*<\/style>\s*/, "").replace(/ (?:class|pointer-events)="[^"]*"/g, "");
const rounded = still.replace(/<[^>]*>/g, shorter);
process.stdout.write(
  `${rounded.replace(/<svg [^>]*>/, (tag) => `${tag}\n<desc>${escaped}</desc>`).trim()}\n`,
);
