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
      // Without the driver's `parameters`: they are what people sent.
      err: (error: Error & { code?: string; query?: string; cause?: Error & { code?: string } }) => ({
        type: error.name,
        message: error.message.split("\nparams:")[0],
        code: error.code ?? error.cause?.code,
        cause: error.cause?.message,
        stack: error.stack,
      }),
    },
  });
}
