import { previewDataExport } from "@/server/domain/data-export/data-export";
import { read, router } from "../init";

export const dataExportRouter = router({ preview: read(previewDataExport) });
