import { getSignInOptions, updateSignInOptions } from "@/server/domain/sign-in-options/sign-in-options";
import { GET, group, PATCH } from "../endpoint";

export const signInOptionEndpoints = group("Sign-in options", "/api/v1", {
  getSignInOptions: GET("/signin-options", getSignInOptions),
  updateSignInOptions: PATCH("/signin-options", updateSignInOptions),
});
