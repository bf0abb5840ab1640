import { ConfigError } from "./config";

/** What the database's refusals mean to whoever set DATABASE_URL (PostgreSQL's manual, appendix A; errno(3)). */
const DATABASE_REFUSALS = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "CONNECT_TIMEOUT",
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "28000",
  "28P01",
  "3D000",
  "42501",
  "53300",
]);

interface Told {
  code?: string;
  syscall?: string;
  message: string;
  cause?: unknown;
}

/** An error with all that it was caused by, outermost first. */
function* causes(error: unknown): Iterable<Told> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

/**
 * Why the server did not start, in one line that names the variable to change; null for what no variable mends, which is
 * told with its stack.
 */
export function startFailure(
  error: unknown,
  { HOST = "0.0.0.0", PORT = "3000" }: Record<string, string | undefined>,
): string | null {
  for (const { code = "", syscall, message } of causes(error)) {
    if (code === "EADDRINUSE") return `Port ${PORT} is in use. Set PORT to another one.`;
    if (code === "EACCES" && syscall === "listen")
      return `Configuration: PORT: this user may not listen on ${PORT}; those below 1024 are the system's.`;
    if (code === "EADDRNOTAVAIL" || (syscall === "getaddrinfo" && message.endsWith(` ${HOST}`)))
      return `Configuration: HOST: ${HOST} is no address of this machine.`;
    if (DATABASE_REFUSALS.has(code)) return `Configuration: DATABASE_URL: ${message}`;
  }
  return error instanceof ConfigError || / is in use by process /.test((error as Error).message)
    ? (error as Error).message
    : null;
}
