import { exportData, previewDataExport } from "@/server/domain/data-export/data-export";
import { GET, group } from "../endpoint";

export const dataExportEndpoints = group("Data export", "/api/v1", {
  previewDataExport: GET("/data-export/preview", previewDataExport),
  exportData: GET("/data-export", exportData, {
    download: { contentType: "application/json", fileName: "castellan-export.json" },
  }),
});
