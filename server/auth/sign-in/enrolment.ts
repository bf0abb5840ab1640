import type { Subject, Who } from "./flow";
import type { Proof } from "./steps";
import { page, stepOf, type Result, type StepDeps, type Visit } from "./visit";

/** Returns the first user of the sign-in who must set up a factor; null if no user must. */
export async function enrollingOf(
  deps: Pick<StepDeps, "admission" | "platform">,
  at: Visit,
): Promise<Subject | null> {
  for (const subject of at.flow.subjects)
    if ((await stepOf(deps, at, subject)).step === "enrol") return subject;
  return null;
}

/** Stores the new factor as a proof, and its recovery codes until they are acknowledged. */
export async function enrolled(
  at: Visit,
  { tenantId, userId }: Who,
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
