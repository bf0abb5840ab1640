import * as z from "zod";
import { locales } from "@/server/kernel/languages";

/** A language that messages are written in. */
export const Language = z.enum(locales);
