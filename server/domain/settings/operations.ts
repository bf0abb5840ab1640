import type { EventName } from "../../kernel/events";
import type * as z from "zod";
import * as zod from "zod";
import type { Capability } from "@/server/kernel/capabilities";
import { command, query, type Console, type Rest } from "@/server/kernel/operation/operation";
import { changeSetting, readSetting, settingTarget, type Setting } from "./tenant-settings";

/** Creates the query that returns a setting. */
export const settingQuery = <S extends z.ZodObject, const At extends Console | undefined = undefined>(
  capability: Capability,
  setting: Setting<S>,
  words: { name: string; rest?: Rest; console?: At; summary: string; description?: string },
) =>
  query({
    capability,
    ...words,
    input: zod.strictObject({}),
    output: setting.schema,
    run: async ({ tx }) => (await readSetting(tx, setting)) as z.input<S>,
  });

/** Creates the command that changes a setting. A request sends the fields to change. `input` is the schema of these fields. */
export const settingCommand = <
  S extends z.ZodObject,
  In extends z.ZodObject,
  const At extends Console | undefined = undefined,
>(
  capability: Capability,
  setting: Setting<S>,
  input: In,
  words: { name: string; rest?: Rest; console?: At; summary: string; description?: string; event: EventName },
) =>
  command({
    capability,
    ...words,
    input,
    output: setting.schema,
    target: () => settingTarget(setting),
    run: async ({ tx, now, changed }, patch) => {
      const { before, after } = await changeSetting(tx, setting, patch as Partial<z.output<S>>, now);
      changed(before, after);
      return after as z.input<S>;
    },
  });
