import { Pending, Table, useView } from "./parts.js";

interface Reach {
  readonly reached: readonly string[];
  readonly missed: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

interface CoverageReport {
  readonly operations: Reach;
  readonly codes: Reach;
  readonly statuses: Readonly<Record<string, number>>;
}

/** The operations and codes that the connected program has reached. */
export function Coverage() {
  const { value: report, problem } = useView<CoverageReport>("/journal/coverage");
  if (report === undefined) return <Pending problem={problem} />;
  return (
    <>
      <h2>Coverage</h2>
      <p class="quiet">What the requests since the start or the last reset have reached.</p>
      <Reached name="Operations" reach={report.operations} />
      <Reached name="Codes" reach={report.codes} />
      <h3>Statuses</h3>
      <Table label="Statuses" heads={["Status", "Times"]}>
        {Object.entries(report.statuses).map(([status, times]) => (
          <tr key={status}>
            <td>{status}</td>
            <td class="number">{times}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function Reached({ name, reach: { reached, missed, counts } }: { readonly name: string; readonly reach: Reach }) {
  const total = reached.length + missed.length;
  return (
    <>
      <h3>
        {name}: {reached.length} of {total}
      </h3>
      <progress aria-label={`${name} reached`} value={reached.length} max={total} />
      {reached.length > 0 && (
        <Table label={`${name} reached`} heads={[name.slice(0, -1), "Times"]}>
          {reached.map((each) => (
            <tr key={each}>
              <td>{each}</td>
              <td class="number">{counts[each]}</td>
            </tr>
          ))}
        </Table>
      )}
      <details>
        <summary>
          {missed.length} {name.toLowerCase()} not reached
        </summary>
        <ul class="columns">
          {missed.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
