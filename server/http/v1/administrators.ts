import { group } from "../endpoint";

export const administratorEndpoints = group("Tenant administrators", "/api/v1", {});
