import { group } from "../endpoint";

export const appAccessEndpoints = group("App access", "/api/v1", {});
