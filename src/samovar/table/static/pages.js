// The script of all pages without a board.

import {tools} from "./tools.js";

tools();
