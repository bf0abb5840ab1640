import type { Subject } from "./flow";
import type { Proof } from "./steps";
import { entering, page, type Result, type StepDeps, type Visit } from "./visit";

/** Whoever must set a factor up before they may come in: of several the first, null where nobody must. */
export async function enrollingOf(
  { admission }: Pick<StepDeps, "admission">,
  at: Visit,
): Promise<(Subject & { tenantId: number }) | null> {
  for (const subject of at.flow.subjects) {
    const of = entering(at, subject);
    if (of && (await admission.stepFor(of)).step === "enrol") return of.subject;
  }
  return null;
}

/** Keeps the new factor as a proof, and its recovery codes until they were seen. */
export async function enrolled(
  at: Visit,
  { tenantId, userId }: { tenantId: number; userId: number },
  proof: Proof,
  codes: string[],
): Promise<Result> {
  const kept = await at.place.flows.save({
    ...at.flow,
    subjects: at.flow.subjects.map((each) =>
      each.tenantId === tenantId && each.userId === userId
        ? { ...each, proofs: [...each.proofs, proof] }
        : each,
    ),
    challenge: { kind: "recovery_codes", codes },
  });
  return page(kept === null ? "again" : undefined);
}
