import * as z from "zod/mini";
import { RegInputError } from "../../errors/client-errors.js";
import type { Contract } from "../../generated/supplier/models.js";
import { isDate } from "../../values/calendar.js";
import { checkInput } from "../check-input.js";
import type { Services } from "../core/handler.js";
import { merged } from "../data/merge.js";
import type { LessorNotification } from "../data/notifications.js";
import type { DeepPartial } from "../data/vehicles.js";
import { checkedContract } from "../state/checked-contract.js";
import type { StoredRequest } from "../state/state.js";
import type { World, WorldVehicle } from "../state/world.js";

/** What lessors do beside deciding on requests. It takes effect at once. */
export interface LessorOffice {
  /**
   * Changes the contract of a vehicle, which a lessor may do at any time (supplier-api.md §2.5). What is left out
   * stays; lists are replaced.
   *
   * @throws RegInputError for a license plate that the sandbox does not have, and for a contract that would not be one
   */
  changeContract(licensePlate: string, changes: DeepPartial<Contract>): void;
  /**
   * Has a lessor leave the service: new requests for its vehicles are refused with REG-SVC000187, those that there
   * are go on (supplier-api.md §7).
   *
   * @throws RegInputError for a lessor that does not exist
   */
  deactivate(lessorNumber: number): void;
  /** Has a lessor come back. */
  activate(lessorNumber: number): void;
  /**
   * Publishes a notification and gives it its id.
   *
   * @throws RegInputError for a lessor that does not exist, and a notification that is none
   */
  notify(notification: Omit<LessorNotification, "id">): number;
  /** Parks a request. Who does so, and what follows from it, is not shown: here it shows in `parking`, and no more. */
  park(id: string, remark?: string): void;
  /** Takes a request out of parking. */
  unpark(id: string): void;
}

/** Makes the lessors' office. */
export function createLessorOffice(services: () => Services): LessorOffice {
  const world = () => services().state.world;
  return {
    changeContract(licensePlate, changes) {
      const vehicle = vehicleOf(world(), licensePlate);
      const contract = checkedContract(services().check, merged(vehicle.contract, changes));
      if (contract.vehicle.licensePlate !== licensePlate || !world().lessors.has(contract.lessor.number))
        throw new RegInputError("changes", "must leave the license plate, and name a lessor that there is");
      vehicle.contract = contract;
    },
    deactivate: (lessorNumber) => setActive(world(), lessorNumber, false),
    activate: (lessorNumber) => setActive(world(), lessorNumber, true),
    notify: (notification) => publish(world(), notification),
    park(id, remark) {
      if (remark !== undefined && typeof remark !== "string")
        throw new RegInputError("remark", "must be a text");
      const request = requestOf(services(), id);
      request.parking = { isParked: true, ...(remark === undefined ? {} : { remark }) };
      request.changedAt = services().now();
    },
    unpark(id) {
      const request = requestOf(services(), id);
      request.parking = { isParked: false };
      request.changedAt = services().now();
    },
  };
}

/** The request with an id. */
export function requestOf({ state }: Services, id: string): StoredRequest {
  const request = state.requests.get(id);
  if (request === undefined) throw new RegInputError("id", "is not the id of a request in this sandbox");
  return request;
}

function vehicleOf({ vehicles }: World, licensePlate: string): WorldVehicle {
  const vehicle = vehicles.get(licensePlate);
  if (vehicle !== undefined) return vehicle;
  throw new RegInputError(
    "licensePlate",
    `is not one of this sandbox: there are ${[...vehicles.keys()].join(", ")}`,
  );
}

function setActive({ lessors }: World, number: number, active: boolean): void {
  const lessor = lessors.get(number);
  if (lessor === undefined) throw unknownLessor(lessors);
  lessors.set(number, { ...lessor, active });
}

const date = z.string().check(z.refine(isDate, "must be a date as yyyy-MM-dd"));

const notificationForm = z.strictObject({
  lessorId: z.number(),
  title: z.string().check(z.minLength(1, "must not be empty")),
  validFrom: date,
  validUntil: date,
});

function publish(world: World, notification: Omit<LessorNotification, "id">): number {
  checkInput(notificationForm, notification, {
    whole: "notification",
    unknownKey: "is not a field of a notification",
  });
  const { lessorId } = notification;
  if (!world.lessors.has(lessorId)) throw unknownLessor(world.lessors);
  const id = Math.max(0, ...world.notifications.map((each) => each.id)) + 1;
  world.notifications = [...world.notifications, { ...notification, id }];
  return id;
}

const unknownLessor = (lessors: World["lessors"]) =>
  new RegInputError("lessorNumber", `is not that of a lessor: there are ${[...lessors.keys()].join(", ")}`);
