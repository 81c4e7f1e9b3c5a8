import { describe, expect, test } from "vitest";
import { findPlateDoubt } from "../../../src/lessor/sync/plates.js";
import { FleetService, fleet, vehicle } from "./support.js";

describe("a license plate", () => {
  test.each([
    // Of the Netherlands, Belgium, Luxembourg, Germany, France, the United Kingdom, Poland and Switzerland.
    ..."AB-12-CD 12-AB-34 GV-123-B 9-KXP-01 1-ABC-234 1-DEC-012 1DEC012 1-DEZ-012 1-ENE-234 1-MRZ-345 1-AVR-100 1-MRT-234 1-MEI-026 1E5 1-E-5 OE-123 AB1234".split(
      " ",
    ),
    ..."B-MW 1234E|HH AB 123|AA-123-BB|AB12 CDE|1234 XYZ|WA 12345|ZH 123456|VB-01-02|E-05-12".split("|"),
    // Of countries with other letters, and personal ones.
    ..."粤A·12345|品川 300 あ 12-34|А123ВС 77|ΑΒΓ-1234|JAN-1|MAR-123|B0SS1|MA-1234|DO-AB 123|M-AI 2026|SA-M 12".split(
      "|",
    ),
  ])("can be %s", (licensePlate) => {
    expect(findPlateDoubt(licensePlate)).toBeUndefined();
  });

  test.each([
    ..."1,00E+05 1.00E+05 1E+05 1E+308 9e+099 1.79769313486232E+308 1,79769313486232E+308 1,5E5 1,5E-05".split(" "),
    ..."########|#|#N/B|#REF!|(leeg)|(blank)|AB-12-CD (oud)".split("|"),
  ])("cannot be %s in any country", (licensePlate) => {
    expect(findPlateDoubt(licensePlate)?.isImpossible).toBe(true);
  });

  test.each([
    ...["0", "100000", "1.013", "1013,5", "12-3-4", "1-3-2026", "01/03/2026", "2026-03-01", "12:30", "-", "€ 12,50"],
    ...["Totaal", "LENNY", "TRUE", "WAAR", "n.v.t.", "Eindtotaal 12", "12 voertuigen"],
    ...[
      "1E-05",
      "1.5E5",
      "12-mrt",
      "3-Apr-26",
      "1 maart 2026",
      "mei-04",
      "14-JUL-1999",
      "déc. 2026",
      "2026-03-01T00:00",
    ],
    // German, Spanish and French.
    ...["01. Dez 12", "01. Mrz", "1. Jän", "3. März 26", "Okt 26", "1-ene", "15-abr-26", "3 dic 2026", "1 de mayo"],
    ...["fév-26", "1er janv. 26", "2 fevr", "août 26", "1-aou", "12dec", "dec12", "1mai2026"],
    ...["Mo, 01. Dez 12", "ma 1-mrt-26", "Tue 1 Dec", "jeu. 1 oct. 26", "Mié 1-sep"],
    ...["Err:502", "AB_12", "AB-12\nCD-34", "AB\u200b-12", "AB\u00a012", "jan1@example.com", "WVWZZZ1JZXW000001"],
  ])("is unlikely to be %j", (licensePlate) => {
    expect(findPlateDoubt(licensePlate)?.isImpossible).toBe(false);
  });

  test.each(["1,00E+05", "########", "(leeg)"])(
    "fault 64: %s fails, is not sent, and nothing is removed",
    async (mangled) => {
      const service = new FleetService();
      await service.sync(fleet(3));
      const run = await service.sync([...fleet(2), vehicle(mangled)], { removeMissing: true, maxRemovals: "100%" });
      expect(run.requests).toEqual([]);
      expect(run.report).toMatchObject({ ok: false, missing: { vehicles: 1, refused: "unreadable-item" } });
      const [{ error, ...failure } = {}] = run.report.failures;
      expect(failure).toEqual({ position: 3, status: "failed" });
      expect(error).toMatchObject({ kind: "input", field: "licensePlate" });
      expect(error?.message).not.toContain(mangled);
    },
  );

  test.each(["(leeg)", "########", "1,00E+05"])(
    "can be %s if the item removes what another program sent",
    async (sent) => {
      const service = new FleetService();
      const run = await service.sync([{ licensePlate: sent, remove: true }, vehicle("AB-1")]);
      expect(run.requests).toContain(`DELETE ${sent}`);
      expect(run.report).toMatchObject({ ok: true });
    },
  );
});
