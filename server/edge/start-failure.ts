import { ConfigError } from "./config";
import { causesOf, isAway } from "../kernel/concurrency/unavailability";

/** PostgreSQL's errors that another DATABASE_URL solves (manual, appendix A): user, password, database, permission. */
const REFUSED = /^(28000|28P01|3D000|42501)$/;

/** Fields of Node's errors of a failed system call (manual, "Class: SystemError"). */
interface SystemErrorFields {
  code?: string;
  syscall?: string;
  port?: number;
  message?: string;
}

/**
 * Returns the reason of a failed start in one line that names the variable to change. Returns null if no
 * variable can solve it; the caller then prints the stack.
 */
export function startFailure(
  error: unknown,
  { HOST, DATABASE_URL }: Record<string, string | undefined>,
): string | null {
  for (const cause of causesOf(error) as SystemErrorFields[]) {
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
  return error instanceof ConfigError ||
    / is in use by process | MB of free space\. /.test((error as Error).message)
    ? (error as Error).message
    : null;
}
