import { UniqueViolation } from "../kernel/store";

/** PostgreSQL's unique_violation (class 23) as the kernel's; drizzle wraps the driver's error. */
export async function translated<T>(work: PromiseLike<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const cause = (error as { cause?: unknown }).cause ?? error;
    const { code, constraint_name: constraint } = cause as { code?: string; constraint_name?: string };
    if (code === "23505" && constraint) throw new UniqueViolation(constraint);
    throw error;
  }
}
