import { useState } from "preact/hooks";
import type { FleetDetail, FleetPage, FleetVehicle } from "../sandbox/control/views.js";
import { pathTo } from "./api.js";
import { Dialog, Field, Json, Pending, Table, useView } from "./parts.js";

/** The vehicles of the lessor API. */
export function Fleet() {
  const [search, setSearch] = useState("");
  const [opened, setOpened] = useState<FleetVehicle>();
  const { value: fleet, problem } = useView<FleetPage>(pathTo(["fleet"], { search }));
  if (fleet === undefined) return <Pending problem={problem} />;
  return (
    <>
      <div class="bar">
        <h2>Fleet</h2>
        <Field label="Search for a license plate">
          <input type="search" value={search} onInput={(event) => setSearch(event.currentTarget.value)} />
        </Field>
        <p class="quiet">
          {fleet.vehicles.length} of {fleet.count}
        </p>
      </div>
      <Table
        label="Fleet"
        heads={["License plate", "Client", "Related data"]}
        none="No vehicle is registered through the lessor API."
      >
        {fleet.vehicles.map((vehicle) => (
          <tr key={`${vehicle.clientId} ${vehicle.licensePlate}`}>
            <td>
              <button type="button" class="link" onClick={() => setOpened(vehicle)}>
                {vehicle.licensePlate}
              </button>
            </td>
            <td>{vehicle.clientId}</td>
            <td>{vehicle.kinds.join(", ")}</td>
          </tr>
        ))}
      </Table>
      {opened !== undefined && <VehicleDialog vehicle={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function VehicleDialog({ vehicle, onClose }: { readonly vehicle: FleetVehicle; readonly onClose: () => void }) {
  const { clientId, licensePlate } = vehicle;
  const { value: detail, problem } = useView<FleetDetail>(pathTo(["fleet", clientId, licensePlate]));
  return (
    <Dialog title={`Vehicle ${licensePlate}`} onClose={onClose}>
      {detail === undefined && <Pending problem={problem} />}
      {detail !== undefined && (
        <>
          <h3>Vehicle</h3>
          <Json label="Vehicle" value={detail.vehicle} />
          {Object.entries(detail.related).map(([kind, value]) => (
            <section key={kind} aria-label={kind}>
              <h3>{kind}</h3>
              <Json label={`Data: ${kind}`} value={value} />
            </section>
          ))}
        </>
      )}
    </Dialog>
  );
}
