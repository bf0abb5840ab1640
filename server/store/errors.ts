import { requestRefusals } from "../kernel/refusals/requests";
import { UniqueViolation } from "../kernel/operation/store";

/**
 * Converts PostgreSQL's integrity violations (class 23) to errors of the kernel. Drizzle wraps the driver's
 * error. A violated reference means that another transaction removed a row after this command had read it.
 */
export async function translated<T>(work: PromiseLike<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error;
    const { code, constraint_name: constraint } = cause as { code?: string; constraint_name?: string };
    if (code === "23505" && constraint) throw new UniqueViolation(constraint);
    if (code === "23503") throw requestRefusals.reference_removed();
    throw error;
  }
}
