import type { AppError } from "../errors";
import type { CodedText } from "./define";

/** Returns the reason of a refusal for storage: its code and parameters, or its English if it has no code. */
export const reasonOf = ({ reason, message }: AppError): CodedText | string => reason ?? message;
