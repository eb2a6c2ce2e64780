        return "\"RANDOM\"";
