import * as z from "zod";
import { locales } from "@/server/kernel/strings/languages";

/** A language of messages. */
export const Language = z.enum(locales);
