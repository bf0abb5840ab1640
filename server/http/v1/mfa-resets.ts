import { group } from "../endpoint";

export const mfaResetEndpoints = group("MFA resets", "/api/v1", {});
