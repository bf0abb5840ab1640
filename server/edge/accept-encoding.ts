/**
 * Returns the first of the offered content codings that a request accepts by its header Accept-Encoding; null if it accepts none.
 * A weight of 0 refuses a coding, and `*` stands for all codings that the header does not name (RFC 9110 §12.5.3). Other weights
 * are ignored: the order of the offer decides.
 */
export function acceptedCoding<Coding extends string>(
  header: string | string[] | undefined,
  offered: readonly Coding[],
): Coding | null {
  const accepted = new Map<string, boolean>();
  for (const part of String(header ?? "").split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    accepted.set(coding, !parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)));
  }
  return offered.find((coding) => accepted.get(coding) ?? accepted.get("*") ?? false) ?? null;
}
