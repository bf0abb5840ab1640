import { group } from "../endpoint";

export const tagEndpoints = group("Relationship tags", "/api/v1", {});
