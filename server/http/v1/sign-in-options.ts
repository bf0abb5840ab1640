import {
  getSignInOptions,
  updateSignInOptions,
  getSignInOptionsAllowed,
} from "@/server/domain/sign-in-options/sign-in-options";
import { GET, group, PATCH } from "../endpoint";

export const signInOptionEndpoints = group("Sign-in options", "/api/v1", [
  GET("/signin-options", getSignInOptions, { inConsole: getSignInOptionsAllowed }),
  PATCH("/signin-options", updateSignInOptions),
]);
