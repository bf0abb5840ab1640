import { AppError } from "../errors";

/** A refusal as data, for a message between processes. */
export type RefusalData = Pick<AppError, "status" | "error" | "message" | "details" | "reason">;

export const refusalToData = ({ status, error, message, details, reason }: AppError): RefusalData => ({
  status,
  error,
  message,
  details,
  reason,
});

export const refusalFromData = ({ status, error, message, details, reason }: RefusalData): AppError =>
  new AppError(status, error, message, reason, details);
