/** The zone of all times on the page, for headings. What the control server sends is in UTC. */
export const zone = "Amsterdam";

const times = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Amsterdam",
  dateStyle: "short",
  timeStyle: "medium",
});

/** The date and time of an instant in {@link zone}, as `yyyy-MM-dd hh:mm:ss`. */
export const inAmsterdam = (instant: string | Date) => times.format(new Date(instant));

const amounts = new Intl.NumberFormat("en", {
  style: "currency",
  currency: "EUR",
  // A price with a fraction of a cent is a mistake that a tester must see.
  maximumFractionDigits: 20,
});

/** An amount of euros such as `€129.50`; undefined without an amount. */
export const inEuros = (euros: number | undefined) => (euros === undefined ? undefined : amounts.format(euros));
