import { describe, expect, it } from "vitest";
import { createDictionary } from "./dictionary";

const entries = {
  "must not be empty": "darf nicht leer sein",
  "The account is locked.": "Das Konto ist gesperrt.",
  "There is no role {0}.": "Eine Rolle {0} gibt es nicht.",
  "There is no {0}.": "{0} gibt es nicht.",
  "{0}: a rule for {1}.": "{0 translated}: eine Regel für {1 translated}.",
  "Only from {0}": "Nur aus {0}",
  "this person": "diese Person",
  "From {0} came {1}, within {2} minutes.": "In {2} Minuten kamen von {0} {1}.",
  "Not from {0}": "Nicht aus {0 places}",
  "{0} and {1} more": "{0 places} und {1} weitere",
};
const { find, translate } = createDictionary(entries, { placeIn: (place) => place.toUpperCase() });

describe("a dictionary", () => {
  it("finds whole texts, in either case of the first letter", () => {
    expect(find("The account is locked.")).toBe("Das Konto ist gesperrt.");
    expect(find("Must not be empty")).toBe("Darf nicht leer sein");
  });

  it("finds a text after a field's name, and with an added full stop", () => {
    expect(find("settings.url: must not be empty.")).toBe("settings.url: darf nicht leer sein.");
    expect(find("values.cost_centre: must not be empty.")).toBe("values.cost_centre: darf nicht leer sein.");
  });

  it("fills templates in the order of the other language, and prefers the longest template", () => {
    expect(find("There is no role Writers.")).toBe("Eine Rolle Writers gibt es nicht.");
    expect(find("There is no tag x.")).toBe("tag x gibt es nicht.");
    expect(find("From 192.0.2.1 came 7, within 5 minutes.")).toBe("In 5 Minuten kamen von 192.0.2.1 7.");
  });

  it("translates interpolated parts only if the entry marks them, because a role may have any name", () => {
    expect(find("Only from DE, FR: a rule for this person.")).toBe(
      "Nur aus DE, FR: eine Regel für diese Person.",
    );
    expect(find("There is no role this person.")).toBe("Eine Rolle this person gibt es nicht.");
    expect(find("There is no role $& {0 translated}.")).toBe("Eine Rolle $& {0 translated} gibt es nicht.");
  });

  it("translates the names of places, also in a shortened list", () => {
    expect(find("Not from Austria")).toBe("Nicht aus AUSTRIA");
    expect(find("Not from Austria, Poland and 3 more")).toBe("Nicht aus AUSTRIA, POLAND und 3 weitere");
  });

  it("translates sentences separately, and keeps unknown ones", () => {
    expect(find("There is no role a. There is no role b.")).toBe(
      "Eine Rolle a gibt es nicht. Eine Rolle b gibt es nicht.",
    );
    expect(translate("The account is locked. Nobody knows this.")).toBe(
      "Das Konto ist gesperrt. Nobody knows this.",
    );
    expect(translate("")).toBe("");
    expect(find("The account is")).toBeNull();
    expect(find("__proto__")).toBeNull();
  });

  it("denial of service (CWE-1333): takes linear time for a hostile text", () => {
    const began = performance.now();
    for (const text of [
      "From ".repeat(700),
      ". A".repeat(1_300),
      "a: ".repeat(1_300),
      `There is no ${" came , within".repeat(300)}`,
    ])
      translate(text);
    expect(performance.now() - began).toBeLessThan(500);
    expect(translate("The account is locked.".repeat(10_000))).toHaveLength(220_000);
  });
});
