import { pino, type Logger } from "pino";

/** Structured logs, one JSON object a line. What could be a secret is removed wherever it stands. */
export function createLog(level: string): Logger {
  return pino({
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
  });
}

/** What is logged of an error: without the parameters of a statement that failed, which are what people sent. */
export function describeError(error: Error & { code?: string; cause?: Error & { code?: string } }) {
  const message = error.message.split("\nparams:")[0]!;
  return {
    type: error.name,
    message,
    code: error.code ?? error.cause?.code,
    cause: error.cause?.message,
    // A stack begins with the message.
    stack: error.stack?.replace(error.message, () => message),
  };
}
