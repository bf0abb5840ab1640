import * as z from "zod";
import { locales } from "@/server/kernel/languages";

/** A language of messages. */
export const Language = z.enum(locales);
