import { exportData, previewDataExport } from "@/server/domain/data-export/data-export";
import { GET, group } from "../endpoint";

export const dataExportEndpoints = group("Data export", "/api/v1", [
  GET("/data-export/preview", previewDataExport),
  GET("/data-export", exportData, {
    inConsole: previewDataExport,
    download: { contentType: "application/json", fileName: "castellan-export.json" },
  }),
]);
