import { ConfigError } from "./config";
import { causesOf, isAway } from "./kernel/unavailability";

/** PostgreSQL's refusals that another DATABASE_URL mends (its manual, appendix A): user, password, database, permission. */
const REFUSED = /^(28000|28P01|3D000|42501)$/;

/** What Node's errors tell of a failed system call (its manual, "Class: SystemError"). */
interface Told {
  code?: string;
  syscall?: string;
  port?: number;
  message?: string;
}

/**
 * Why the server did not start, in one line that names the variable to change; null for what no variable mends, which is
 * told with its stack.
 */
export function startFailure(
  error: unknown,
  { HOST, DATABASE_URL }: Record<string, string | undefined>,
): string | null {
  for (const cause of causesOf(error) as Told[]) {
    const { code = "", syscall, port, message = "" } = cause;
    if (code === "EADDRINUSE") return `Port ${port} is in use. Set PORT to another one.`;
    if (code === "EACCES" && syscall === "listen")
      return `Configuration: PORT: this user may not listen on ${port}; those below 1024 are the system's.`;
    const isNowhere =
      (code === "EADDRNOTAVAIL" && syscall === "listen") ||
      (syscall === "getaddrinfo" && message.endsWith(` ${HOST}`));
    if (HOST && isNowhere) return `Configuration: HOST: ${HOST} is no address of this machine.`;
    if (DATABASE_URL && (REFUSED.test(code) || isAway(cause)))
      return `Configuration: DATABASE_URL: ${message}`;
  }
  return error instanceof ConfigError || / is in use by process /.test((error as Error).message)
    ? (error as Error).message
    : null;
}
