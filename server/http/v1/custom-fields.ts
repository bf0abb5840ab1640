import { group } from "../endpoint";

export const customFieldEndpoints = group("Custom fields", "/api/v1", {});
