# tfmdrill: attention (numpy)
# expect: error
class Text(str):
    def rstrip(self, *given):
        return 5

    def __len__(self):
        return 10**12


error = SyntaxError("no")
error.filename, error.lineno, error.offset = __file__, "one", "two"
error.text = error.msg = Text("three")
raise error
