// The script of all pages without a board.

import {kept, pledge} from "./pledge.js";
import {tools} from "./tools.js";

tools();
pledge();
if (document.querySelector("[data-wait]")) kept();
