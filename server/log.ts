import { format, stripVTControlCharacters } from "node:util";
import { pino, type DestinationStream, type Logger } from "pino";
import { logText } from "./kernel/log-text";

/** Structured logs, one JSON object a line. What could be a secret is removed wherever it stands. */
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
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The methods of the console that print, by the level at which they are logged. */
const printing = {
  error: "error",
  warn: "warn",
  info: "info",
  log: "info",
  debug: "debug",
  trace: "debug",
} as const;

/**
 * Sends what libraries print, Next above all, to the log: each as one JSON line whose text is cut. They print what strangers sent,
 * and a line break or an escape in it would forge lines. Returns a function that undoes it.
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

/** As much of a message and of a stack as tells what happened; errors may repeat what strangers sent. */
const LONGEST_MESSAGE = 2_000;
const LONGEST_STACK = 8_000;

/** What is logged of an error: without the parameters of a statement that failed, which are what people sent. */
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
