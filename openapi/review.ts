/**
 * Lists what an OpenAPI document states on the basis of one section of the reference, by confidence, so that both can
 * be compared in one sitting. Without a section it counts the statements of each section.
 *
 * Usage: npm run review -- supplier [2.2] [documented | inferred | assumed | "not shown"]
 */
import { readDocument } from "./generator/document.js";
import { confidences, listReviewRows, type ReviewRow } from "./review/rows.js";

const apis = ["supplier", "lessor"];
const [api = "", section, ...wanted] = process.argv.slice(2);

function countBySection(rows: readonly ReviewRow[]): string {
  const sections = [...new Set(rows.flatMap((row) => row.sections))].sort((a, b) => Number(a) - Number(b));
  return sections
    .map((each) => {
      const found = rows.filter(({ sections }) => sections.includes(each));
      const counts = confidences.map(
        (confidence) => `${found.filter((row) => row.confidence === confidence).length} ${confidence}`,
      );
      return `§${each}: ${counts.join(", ")}\n`;
    })
    .join("");
}

function listSection(rows: readonly ReviewRow[]): string {
  return confidences
    .filter((each) => wanted.length === 0 || wanted.includes(each))
    .map((confidence) => {
      const found = rows.filter((row) => row.confidence === confidence);
      const lines = found.map((row) => {
        const details = [row.type, row.isRequired ? "required" : ""].filter(Boolean).join(", ");
        const others = row.sharedWith.slice(0, 9).map((each) => each.split(":")[0]);
        const more = row.sharedWith.length - others.length;
        const shared = [...others, ...(more > 0 ? [`${more} more`] : [])].join(", ");
        return `- ${row.place}${details && ` (${details})`}${shared && ` [also ${shared}]`}: ${row.description}\n`;
      });
      return `${confidence} (${found.length})\n${lines.join("")}`;
    })
    .join("\n");
}

if (apis.includes(api)) {
  const rows = listReviewRows(readDocument(new URL(`${api}.yaml`, import.meta.url)));
  const found = rows.filter(({ sections }) => section === undefined || sections.includes(section));
  process.stdout.write(section === undefined ? countBySection(rows) : listSection(found));
  if (found.length === 0) {
    console.error(`No statement of openapi/${api}.yaml has §${section} as its source.`);
    process.exitCode = 1;
  }
} else {
  console.error(
    `Name a document: ${apis.join(" or ")}. For example: npm run review -- supplier 2.2 documented`,
  );
  process.exitCode = 1;
}
