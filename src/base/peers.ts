/** A major version of another package with which this one is tested. */
export interface TestedMajor {
  readonly major: number;
  /** The oldest version of Node on which it runs, as major and minor version. */
  readonly node: readonly [major: number, minor: number];
}

/** The oldest version of Node on which this package runs. */
const oldestNode = [20, 19] as const;

/**
 * The packages that users install next to this one if they use the entry point that needs them, with the major versions
 * that `npm run consumers` tests, the oldest first. package.json accepts every version: npm would otherwise not
 * install this package in a project that has another version and does not use the entry point.
 */
export const testedPeers = {
  "@opentelemetry/api": [{ major: 1, node: oldestNode }],
  bottleneck: [{ major: 2, node: oldestNode }],
  ioredis: [
    { major: 5, node: oldestNode },
    { major: 6, node: oldestNode },
  ],
  msw: [
    { major: 2, node: oldestNode },
    { major: 3, node: [22, 12] },
  ],
  redis: [
    { major: 5, node: oldestNode },
    { major: 6, node: oldestNode },
  ],
  undici: [
    { major: 6, node: oldestNode },
    { major: 7, node: oldestNode },
    { major: 8, node: [22, 19] },
  ],
} as const satisfies Readonly<Record<string, readonly TestedMajor[]>>;

/** The name of such a package on npm. */
export type PeerName = keyof typeof testedPeers;

/** Lists the tested versions of a package, such as `undici 6, 7 or 8`. */
export function listTestedMajors(name: PeerName): string {
  const majors = testedPeers[name].map(({ major }) => `${major}`);
  return `${name} ${majors.join(", ").replace(/, (\d+)$/, " or $1")}`;
}

/**
 * Returns the command that installs the newest tested version of a package that runs on this version of Node.
 *
 * @param nodeVersion such as `20.19.0`. Default: the running one; without one, any version runs.
 */
export function installCommand(name: PeerName, nodeVersion = runningNode()): string {
  const majors: readonly TestedMajor[] = testedPeers[name];
  const newest = majors.findLast((tested) => runsOn(tested, nodeVersion));
  return `npm install ${name}@${(newest ?? majors[0])?.major}`;
}

/**
 * Says why this package is not tested with a version of a package: a part of a sentence. Undefined: it is tested.
 *
 * @param nodeVersion such as `20.19.0`. Default: the running one
 */
export function explainUntested(name: PeerName, version: string, nodeVersion = runningNode()): string | undefined {
  const majors: readonly TestedMajor[] = testedPeers[name];
  const tested = majors.find(({ major }) => version.startsWith(`${major}.`));
  if (tested === undefined) return "this package is not tested with its major version";
  return runsOn(tested, nodeVersion) ? undefined : `it needs Node ${tested.node.join(".")}`;
}

function runsOn({ node }: TestedMajor, nodeVersion: string): boolean {
  const [major = 0, minor = 0] = nodeVersion.split(".").map(Number);
  return major > node[0] || (major === node[0] && minor >= node[1]);
}

/** Says that a version of a package is not supported, which ones are, and how to install one: a part of a message. */
export function describeWrongPeer(name: PeerName, found: string): string {
  return `needs ${listTestedMajors(name)}, but found ${found}: run ${installCommand(name)}`;
}

function runningNode(): string {
  return globalThis.process?.versions?.node ?? `${Number.MAX_SAFE_INTEGER}`;
}
