import { group } from "../endpoint";

export const signInOptionEndpoints = group("Sign-in options", "/api/v1", {});
