import { group } from "../endpoint";

export const domainEndpoints = group("Custom domain", "/api/v1", {});
