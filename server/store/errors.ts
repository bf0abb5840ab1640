import { requestRefusals } from "../kernel/refusals";
import { UniqueViolation } from "../kernel/operation/store";

/**
 * Waits for a statement and converts two integrity violations of PostgreSQL (class 23) to errors of the kernel: a duplicate key
 * and a violated foreign key. A violated foreign key means that another transaction removed the referenced row after this
 * command had read it. Drizzle stores the error of the driver in `cause`.
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
