/** What a line is for, which is what the approval requirements go by. */
type Role = "reading" | "work" | "rental" | "damage";

interface KindOfLine {
  readonly role: Role;
  readonly content: Readonly<Record<string, unknown>>;
  /** Its price; a line without one is not complete, but for a reading, which needs a value. */
  readonly cents?: number;
  readonly isComplete: boolean;
  /** Whether a request can hold it more than once. */
  readonly repeats?: true;
}

const coded = (reg: string, operation: string, reason: string) => ({
  reg: { code: reg },
  operation: { code: operation },
  reason: { code: reason },
});

const incomplete = (role: Role, content: Readonly<Record<string, unknown>>): KindOfLine => ({
  role,
  content,
  isComplete: false,
});

const priced = (role: Role, content: Readonly<Record<string, unknown>>, cents: number): KindOfLine => ({
  role,
  content: { ...content, price: cents / 100 },
  cents,
  isComplete: true,
});

const reading = coded("5401", "19", "99");
const oil = coded("1101", "01", "20");
const rental = coded("9001", "40", "70");
const bumper = coded("7101", "02", "60");

const table = {
  reading: { role: "reading", content: { ...reading, value: "48210" }, isComplete: true },
  "reading without value": incomplete("reading", reading),
  oil: priced("work", oil, 129_50),
  "oil for free": priced("work", oil, 0),
  "oil without price": incomplete("work", oil),
  brakes: priced("work", coded("2201", "01", "10"), 80_25),
  materials: { ...priced("work", coded("2901", "08", "20"), 5_10), repeats: true },
  rental: priced("rental", rental, 147_50),
  "rental without price": incomplete("rental", rental),
  bumper: priced("damage", bumper, 310_99),
  "bumper for free": priced("damage", bumper, 0),
  "bumper without price": incomplete("damage", bumper),
  windscreen: priced("damage", coded("7201", "01", "60"), 415_00),
} as const satisfies Readonly<Record<string, KindOfLine>>;

/** The name of a kind of line. */
export type LineKind = keyof typeof table;

/** Every kind of line that the walks use: complete ones, and ones that keep a request from the lessor. */
export const lineKinds: Readonly<Record<LineKind, KindOfLine>> = table;

/** Those that belong on a request of each kind. */
export const kindsFor: Readonly<Record<"service" | "damage", readonly LineKind[]>> = {
  service: namesWhere((role) => role !== "damage"),
  damage: namesWhere((role) => role === "damage"),
};

function namesWhere(fits: (role: Role) => boolean): LineKind[] {
  return isLineKinds(Object.keys(table)).filter((name) => fits(table[name].role));
}

function isLineKinds(names: string[]): LineKind[] {
  return names.filter((name): name is LineKind => Object.hasOwn(table, name));
}
