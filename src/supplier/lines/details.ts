import type { Leniency, Tire, Warranty } from "../../generated/supplier/models.js";
import type { NamedComponent } from "./allowed-entry.js";
import type { LineLocation } from "./location.js";

/** What can be said of a line and of a subcomponent. Everything can be left out: `checkApproval` tells what lacks. */
export interface ComponentDetails {
  /** The code of the reason. Default: the only one that is allowed. */
  readonly reason?: string | undefined;
  /** In euros. Default: the price of the service level, where one applies. */
  readonly price?: number | undefined;
  /** A reading or a quantity. Text has a dot for the decimals and nothing between thousands. */
  readonly value?: number | string | undefined;
  /** Only where the component has locations. */
  readonly location?: LineLocation | undefined;
  /** A tire: `specifications` of a contract's `vehicle.mountedTires`, what `tires.get` answers, or one of `tires.search`. */
  readonly part?: Tire | undefined;
  /** Refused where the contract's `componentsWithDamageAllowed` is false (REG-SVC000177). */
  readonly damage?: boolean | undefined;
  readonly warranty?: Warranty | undefined;
  readonly leniency?: Leniency | undefined;
  /** The supplier's own code for the component. */
  readonly supplierCode?: string | undefined;
}

/** A subcomponent of a line, by its code. */
export interface SubcomponentDetails extends ComponentDetails, NamedComponent {}

/** What can be said of a line. */
export interface LineDetails extends ComponentDetails {
  /** The id of the line, a GUID that is unique in the request. Default: a new one. */
  readonly id?: string | undefined;
  /** What the line consists of. The component decides what it must, may and must not have. */
  readonly subcomponents?: readonly SubcomponentDetails[] | undefined;
}
