/** Returns the license plate of a vehicle of the generated fleet. */
export const licensePlateOf = (index) => `KT-${String(index).padStart(7, "0")}`;

/**
 * Generates a fleet one vehicle at a time. A vehicle has about 200 bytes of JSON.
 *
 * @param {{ vehicles: number, hasMileages?: boolean, isChanged?: boolean }} fleet whether each vehicle has mileages, which
 *   need a second request; and whether every hundredth vehicle differs
 */
export function* generateFleet({ vehicles, hasMileages = false, isChanged = false }) {
  for (let index = 0; index < vehicles; index += 1) {
    const version = isChanged && index % 100 === 0 ? 2 : 1;
    const licensePlate = licensePlateOf(index);
    const vehicle = {
      make: `make ${index % 40}`,
      model: `model ${index % 400}`,
      chassisNumber: `WBA${String(index * 7919).padStart(14, "0")}`,
      firstRegistration: `2024-${String((index % 12) + 1).padStart(2, "0")}-15`,
      fuel: index % 3 === 0 ? "electric" : "petrol",
      color: `color ${index % 12}`,
      driver: { costCenter: `CC-${index % 900}`, version },
    };
    const mileages = [{ date: "2026-06-15", value: 1000 + index, version }];
    yield hasMileages ? { licensePlate, vehicle, mileages } : { licensePlate, vehicle };
  }
}
