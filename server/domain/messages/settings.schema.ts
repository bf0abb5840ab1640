import * as z from "zod";
import { Language } from "../message-queue/language.schema";

export const MessageSettings = z.strictObject({ language: Language });
