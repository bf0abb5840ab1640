import { format, stripVTControlCharacters } from "node:util";
import { pino, type DestinationStream, type Logger } from "pino";
import { withoutSecrets } from "../kernel/http/secret-forms";
import { logText } from "../kernel/strings/log-text";

/** Creates the structured log, one JSON object a line. Possible secrets are removed. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        "password",
        "secret",
        "token",
        "authorization",
        "cookie",
        "*.password",
        "*.secret",
        "*.token",
        "*.authorization",
        "*.cookie",
      ],
      censor: "(hidden)",
    },
    serializers: {
      err: describeError,
    },
    // Clients can put a secret anywhere, for example into a path.
    hooks: { streamWrite: withoutSecrets },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Printing methods of the console with their log levels. */
const printing = {
  error: "error",
  warn: "warn",
  info: "info",
  log: "info",
  debug: "debug",
  trace: "debug",
} as const;

/**
 * Redirects the output of libraries, mainly of Next, to the log. Each output becomes one JSON line with a cut
 * text. Libraries print untrusted data, in which a line break or an escape could forge lines. Returns a
 * function that restores the console.
 */
export function logConsole(
  log: Pick<Logger, "error" | "warn" | "info" | "debug">,
  target = console,
): () => void {
  const before = { ...target };
  for (const method of Object.keys(printing) as (keyof typeof printing)[])
    target[method] = (...parts: unknown[]) => {
      const printed = logText(stripVTControlCharacters(format(...parts)), LONGEST_STACK);
      log[printing[method]]({ printed }, "printed by a library");
    };
  return () => void Object.assign(target, before);
}

/** Maximum lengths of a logged message and stack. Errors can contain texts of clients. */
const LONGEST_MESSAGE = 2_000;
const LONGEST_STACK = 8_000;

/**
 * Returns the fields of a logged error, without the parameters of a failed statement, which contain users'
 * data.
 */
export function describeError(error: Error & { code?: string; cause?: Error & { code?: string } }) {
  const message = logText(error.message.split("\nparams:")[0]!, LONGEST_MESSAGE);
  return {
    type: error.name,
    message,
    code: error.code ?? error.cause?.code,
    cause: error.cause && logText(String(error.cause.message), LONGEST_MESSAGE),
    // A stack begins with the message.
    stack:
      error.stack &&
      logText(
        error.stack.replace(error.message, () => message),
        LONGEST_STACK,
      ),
  };
}
