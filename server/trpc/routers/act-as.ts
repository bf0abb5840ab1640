import { endActAs, listActAsRequests, openActAs, requestActAs } from "@/server/domain/act-as/requests";
import { read, router, write } from "../init";

export const actAsRouter = router({
  list: read(listActAsRequests),
  request: write(requestActAs),
  open: write(openActAs),
  end: write(endActAs),
});
