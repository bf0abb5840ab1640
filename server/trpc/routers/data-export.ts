import { router } from "../init";

export const dataExportRouter = router({});
