import { group } from "../endpoint";

export const dataExportEndpoints = group("Data export", "/api/v1", {});
