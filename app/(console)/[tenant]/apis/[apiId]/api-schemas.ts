import * as z from "zod";
import { ApiPatch, NewApi, ScopeInput } from "@/server/domain/apis/apis.schema";

export const NewApiForm = NewApi.pick({ name: true, audience: true });
export const ApiForm = ApiPatch;
export { ScopeInput };
export const ScopePatch = ScopeInput.pick({ description: true });
export const RoleForm = z.strictObject({ scopes: z.array(z.string()) });

/** Schema for the access of an app. `neither` is the message if the app may ask for nothing, `noApp` if none is chosen. */
export const accessForm = (neither: string, noApp: string) =>
  z
    .strictObject({
      appId: z.string().min(1, noApp),
      forUsers: z.boolean(),
      forItself: z.boolean().default(false),
      ownScopes: z.array(z.string()).default([]),
    })
    .superRefine(({ forUsers, forItself }, context) => {
      if (!forUsers && !forItself) context.addIssue({ code: "custom", path: ["forUsers"], message: neither });
    });
