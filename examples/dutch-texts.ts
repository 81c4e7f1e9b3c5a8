/**
 * Texts in Dutch for the users of a backend. Copy this file into your program, and change the texts.
 *
 * They are chosen by what is stable: the rule of a violation, the code of an error of the service, or the kind of an
 * error. A new version of the package with another rule, code or kind does not compile until it has a text here. A name
 * in braces stands for a value of the violation.
 */
import type { AnyRegError, ErrorProblem, RegCode, RegErrorKind, RuleId } from "@reg/sdk";

/** The texts for broken rules, of which several can have the same code. */
export const ruleTexts: Record<RuleId, string> = {
  "partial-vin": "Vul het gedeeltelijke chassisnummer in.",
  "work-order-number": "Vul het werkordernummer in.",
  "estimated-duration": "Vul de verwachte duur in.",
  "workshop-date": "Vul de werkplaatsdatum in.",
  "contact-person": "Vul de naam van de contactpersoon in.",
  reading: "Vul de kilometerstand of de urenstand in.",
  "further-line": "Voeg naast de stand ten minste één regel toe.",
  "checkout-date": "Vul de datum in waarop de huurauto wordt opgehaald.",
  "one-rental-line": "Een aanvraag voor een huurauto heeft precies één regel: de huurauto.",
  "damage-line": "Voeg ten minste één regel toe.",
  "license-plate": "Vul het kenteken in.",
  "field-missing": "Vul dit veld in.",
  "component-field": "Vul dit veld in: onderdeel {component} vereist het.",
  "field-invalid": "De waarde van dit veld heeft niet de juiste vorm.",
  "field-unknown": "Dit veld bestaat niet.",
  "no-price": "Een stand heeft geen prijs.",
  "duplicate-line": "De aanvraag heeft deze regel al.",
  "component-allowed": "Onderdeel {component} is voor dit voertuig niet toegestaan.",
  "operation-allowed": "Deze bewerking is voor onderdeel {component} niet toegestaan.",
  "reason-allowed": "Reden {reason} is voor onderdeel {component} niet toegestaan.",
  "location-allowed": "Onderdeel {component} kan niet op deze plaats zitten.",
  "no-location": "Onderdeel {component} heeft geen plaats.",
  "position-repeated": "De plaats {location} is al gekozen.",
  "subcomponent-allowed": "Onderdeel {component} kan {subcomponent} niet bevatten.",
  "two-open-requests": "Dit voertuig heeft al twee openstaande aanvragen.",
  "open-request-for-work": "Dit voertuig heeft al een openstaande aanvraag voor dit soort werk.",
  "active-lessor": "De leasemaatschappij is niet actief.",
  "lease-start": "De werkplaatsdatum {workshopDate} ligt voor het begin van het leasecontract op {startDate}.",
  "damage-allowed": "Het contract staat geen regels met schade toe.",
  warranty: "Deze waarde voor garantie wordt niet geaccepteerd.",
  leniency: "Deze waarde voor coulance wordt niet geaccepteerd.",
  phase: "Dit kan niet meer of nog niet: de aanvraag is inmiddels in een andere fase.",
  "already-invoiced": "De aanvraag is al gefactureerd.",
  "read-only": "De aanvraag kan niet worden gewijzigd.",
  "other-content": "Er bestaat al een aanvraag met dit werkordernummer en een andere inhoud.",
  "line-exists": "De aanvraag heeft deze regel niet meer.",
  "line-cancelled": "Deze regel is geannuleerd.",
  "rental-request": "Dit is geen aanvraag voor vervangend vervoer.",
  "extension-days": "De huur duurt al {now} dagen; {days} dagen is geen verlenging.",
  "extension-comment": "Voor een verlenging van de huur is een toelichting verplicht.",
  "sender-number": "Het nummer van de afzender is niet dat van uw bedrijf.",
  "sender-number-missing": "Het nummer van de afzender ontbreekt.",
  "invoice-number-zero": "Het factuurnummer mag niet 0 zijn.",
  "invoice-number-used": "Een andere factuur van deze aanvraag heeft dit nummer al.",
  "invoice-before-workshop": "De factuurdatum {invoiceDate} ligt voor de werkplaatsdatum {earliest}.",
  "invoice-before-checkout": "De factuurdatum {invoiceDate} ligt voor de ophaaldatum {earliest}.",
  "invoice-date-of-latest": "De factuurdatum moet die van de laatste factuur zijn: {latest}.",
  "debit-amount": "Het totaal is {total} euro, maar er staat {outstanding} euro open.",
  "debit-above-zero": "Het totaal moet hoger zijn dan 0 euro.",
  "nothing-due": "Er staat niets open om te factureren.",
  "marked-not-invoiced": "Voor deze aanvraag is vastgelegd dat er niet wordt gefactureerd.",
  "warranty-or-leniency": "Alle regels vallen onder garantie of coulance.",
  "discount-due": "Alleen de korting staat nog open.",
  "credit-amount": "Er wordt {credit} euro gecrediteerd, maar er is {invoiced} euro gefactureerd.",
  "credit-in-archive": "Crediteren kan pas als de aanvraag gearchiveerd is.",
  "discount-of-damage": "Alleen een schade kan een korting hebben.",
  "discount-below-zero": "Het totaal van een korting moet lager zijn dan 0 euro.",
  "discount-before-archive": "Een korting kan niet meer als de aanvraag gearchiveerd is.",
  "discount-first": "De leasemaatschappij wil eerst een factuur voor de korting.",
  "vat-line-amount": "Het bedrag van een btw-regel is onbekend.",
  "vat-amount": "Btw-bedrag {amount} euro klopt niet bij {percentage} % (van 0 tot 100) van {base} euro.",
  "vat-total": "De btw-regels zijn samen {sum} euro, maar het totaal is {total} euro.",
};

/** The texts for the errors of the service whose codes are known. It has others, too. */
export const codeTexts: Record<RegCode, string> = {
  "REG-SVC000175": "De waarde voor garantie wordt niet geaccepteerd.",
  "REG-SVC000176": "De waarde voor coulance wordt niet geaccepteerd.",
  "REG-SVC000177": "Het contract staat geen regels met schade toe.",
  "REG-SVC000187": "De leasemaatschappij is niet actief.",
  "REG-SVC000190": "De werkplaatsdatum ligt voor het begin van het leasecontract.",
  "REG-INV000104": "Het factuurnummer mag niet 0 zijn.",
  "REG-INV000105": "De factuurdatum ligt voor de werkplaatsdatum.",
  "REG-INV000106": "De factuurdatum ligt voor de datum waarop de huurauto wordt opgehaald.",
  "REG-INV000107": "De factuurdatum moet die van de laatste factuur zijn.",
  "REG-INV000010": "Het nummer van de afzender is niet dat van uw bedrijf.",
  "REG-INV000018": "Het totaal is niet het bedrag dat openstaat.",
};

/** The texts for all other errors. */
export const kindTexts: Record<RegErrorKind, string> = {
  api: "De service heeft dit geweigerd.",
  validation: "De service accepteert deze gegevens niet.",
  authentication: "De toegang tot de service is verlopen. Waarschuw de beheerder.",
  permission: "Uw bedrijf heeft hiervoor geen rechten.",
  "not-found": "Dit kenteken of deze aanvraag is niet gevonden.",
  conflict: "Iemand anders was eerder. Laad de aanvraag opnieuw.",
  archived: "De aanvraag is gearchiveerd.",
  "rate-limit": "Het is druk. Probeer het over een minuut opnieuw.",
  server: "De service heeft een storing. Probeer het later opnieuw.",
  connection: "De service is niet bereikbaar. Probeer het later opnieuw.",
  timeout: "De service antwoordt niet op tijd. Probeer het later opnieuw.",
  response: "Het antwoord van de service is niet te lezen. Waarschuw de beheerder.",
  precondition: "Deze aanvraag voldoet niet aan de regels.",
  input: "Deze gegevens zijn niet geldig.",
  token: "De toegang tot de service is verlopen. Waarschuw de beheerder.",
  state: "De verwerking is al bezig of is gestoord. Waarschuw de beheerder.",
  throttle: "Het is druk. Probeer het over een minuut opnieuw.",
  closed: "Het programma wordt net opnieuw gestart. Probeer het opnieuw.",
};

/** A text for a user, and the path of the field that it concerns, such as `components[0].price`. */
export interface UserText {
  readonly field: string | undefined;
  readonly text: string;
}

/** Says in Dutch what is wrong: a text for each problem, or one for the whole error. */
export function translate(error: AnyRegError): UserText[] {
  if (error.outcome === "unknown")
    return [{ field: undefined, text: "Het is niet zeker of dit is verwerkt. Controleer dat eerst." }];
  if (error.problems.length === 0) return [{ field: undefined, text: kindTexts[error.kind] }];
  return error.problems.map((problem) => {
    const { fieldName } = problem.context;
    return { field: typeof fieldName === "string" ? fieldName : undefined, text: textOf(problem, error.kind) };
  });
}

function textOf({ rule, values = {}, code }: ErrorProblem, kind: RegErrorKind): string {
  if (rule !== undefined) return ruleTexts[rule].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  if (code === undefined) return kindTexts[kind];
  // The code is shown because the program does not know it: the operator of the service does.
  return Object.hasOwn(codeTexts, code) ? codeTexts[code as RegCode] : `${kindTexts[kind]} (${code})`;
}
