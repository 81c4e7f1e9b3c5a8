/** Makes a GUID from a number. */
export const guid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const line = (number: number, reg: string, operation: string, reason: string) => ({
  id: guid(number),
  reg: { code: reg },
  operation: { code: operation },
  reason: { code: reason },
});

/** A mileage reading: its codes are in the reference, those of all other lines are the sandbox's. */
export const reading = (fields: object = {}) => ({
  ...line(1, "5401", "19", "99"),
  value: "48210",
  ...fields,
});

/** A line of work. */
export const work = (fields: object = {}) => ({ ...line(2, "1101", "01", "20"), price: 129.5, ...fields });

/** A second line of work. */
export const otherWork = (fields: object = {}) => ({ ...line(3, "2201", "01", "10"), price: 80, ...fields });

/** A rental vehicle. */
export const rentalLine = (fields: object = {}) => ({
  ...line(4, "9001", "40", "70"),
  price: 147.5,
  ...fields,
});

/** A line of damage. */
export const damageLine = (fields: object = {}) => ({
  ...line(5, "7101", "02", "60"),
  price: 129.5,
  ...fields,
});

const position = ["1", "L"];

/** A tire as a subcomponent. */
export const tire = (fields: object = {}) => ({
  reg: { code: "3101" },
  part: { partType: "Tire", id: 501 },
  price: 210,
  ...fields,
});

/** The replacement of a tire. */
export const replacement = (fields: object = {}) => ({
  ...line(6, "3198", "01", "10"),
  location: position,
  price: 30,
  subcomponents: [tire()],
  ...fields,
});

/** A swap of tires. */
export const swap = (fields: object = {}) => ({
  ...line(7, "3199", "03", "30"),
  price: 48,
  subcomponents: [{ reg: { code: "3151" }, location: position }],
  ...fields,
});

/** A request, as it is sent. */
export interface RequestBody {
  readonly vehicle: { readonly licensePlate?: string; readonly partialVin?: string };
  readonly appointment?: object;
  readonly components?: readonly object[];
}

const appointment = {
  workshopDate: "2026-06-15",
  workOrderNumber: "WO-1",
  estimatedDurationInDays: 1,
  contact: { name: "Robin", phone: "+31 30 000 00 00" },
};

/** A repair that meets all requirements of approval. */
export const repair = (fields: Partial<RequestBody> = {}): RequestBody => ({
  vehicle: { licensePlate: "AB-123-C", partialVin: "JF123456" },
  appointment,
  components: [reading(), work()],
  ...fields,
});

/** A repair with these lines besides a reading. */
export const repairOf = (...lines: object[]) => repair({ components: [reading(), ...lines] });

/** A repair with these subcomponents of its work. */
export const repairWith = (...subcomponents: object[]) => repairOf(work({ subcomponents }));

/** A repair with these fields in its appointment, for a vehicle. */
export const repairOn = (fields: object, licensePlate = "AB-123-C") =>
  repair({ vehicle: { licensePlate, partialVin: "JF123456" }, appointment: { ...appointment, ...fields } });

/** A repair of a vehicle. */
export const repairFor = (licensePlate: string, ...lines: object[]) =>
  repair({
    vehicle: { licensePlate, partialVin: "JF123456" },
    components: [reading(), ...lines],
  });

/** A rental that meets all requirements of approval. */
export const rental = (fields: Partial<RequestBody> = {}): RequestBody => ({
  vehicle: { licensePlate: "AB-123-C" },
  appointment: { checkoutDate: "2026-06-15T22:30:00Z", workOrderNumber: "RV-1" },
  components: [rentalLine()],
  ...fields,
});

/** A damage request that meets all requirements of approval. */
export const damage = (fields: Partial<RequestBody> = {}): RequestBody => ({
  vehicle: { licensePlate: "AB-123-C" },
  components: [damageLine()],
  ...fields,
});
