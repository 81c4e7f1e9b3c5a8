import type { AllowedComponent, Contract } from "../../../generated/supplier/models.js";
import { amsterdamDay } from "../../../values/calendar.js";
import type { Handler } from "../../core/handler.js";
import { ok } from "../../core/reply.js";
import type { CatalogueComponent, CatalogueSubcomponent } from "../../data/allowed-component.js";
import type { RequestKind } from "../../state/state.js";
import { supplierOf } from "../requests/access.js";
import { allowedComponents, catalogueOf, locationsOf } from "../requests/allowed-components.js";
import { serviceLevelPrice } from "../service-levels/price.js";
import { vehicleOf } from "./contracts.js";

/** The whole catalogue of a kind of request. Without a vehicle no service level applies. */
export function listAllComponents(kind: RequestKind): Handler {
  return () => ok({ components: catalogueOf(kind).map((component) => present(component)) });
}

/** The components that the vehicle in the path allows, with what the caller's service level says of them. */
export function listAllowedComponents(kind: RequestKind): Handler {
  return (exchange) => {
    const vehicle = vehicleOf(exchange);
    const today = amsterdamDay(exchange.now());
    const components = allowedComponents(kind, vehicle.contract).map((component) => {
      const { role } = component;
      const priceOf = ({ regCode }: CatalogueSubcomponent | CatalogueComponent) =>
        serviceLevelPrice(exchange.state, supplierOf(exchange), vehicle, { regCode, role }, today);
      return present(component, { contract: vehicle.contract, priceOf });
    });
    return ok({ components });
  };
}

/** For whom and for which vehicle a component is shown. */
interface View {
  readonly contract: Contract;
  priceOf(component: CatalogueSubcomponent | CatalogueComponent): number | undefined;
}

/** A component as the service shows it. That subcomponents look the same is inferred (supplier-api.md §2.6). */
function present(component: CatalogueComponent | CatalogueSubcomponent, view?: View): AllowedComponent {
  const { regCode, description, operation, reasons, requiredFields, optionalFields } = component;
  const locations = locationsOf(component, view?.contract);
  const price = view?.priceOf(component);
  const subcomponents = "subcomponents" in component ? component.subcomponents : undefined;
  return {
    regCode,
    ...(description !== undefined && { description }),
    ...(operation !== undefined && { operation }),
    ...(reasons !== undefined && { reasons }),
    requiredFields,
    optionalFields,
    ...(locations !== undefined && { locations }),
    ...(price !== undefined && { serviceLevel: { price } }),
    ...(subcomponents !== undefined && { subcomponents: subcomponents.map((each) => present(each, view)) }),
  };
}
