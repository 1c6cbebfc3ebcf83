/* The part of libclang's C API in use. libclang is loaded at run time and its headers need not be installed where
 * caplint is built, so the declarations are our own. Names and values are libclang's; they are the same from
 * version 18 to 22, and tests/unit/parse/clang_api.c compares them with the real header where there is one.
 *
 * Functions are called through the table `clang`: clang_visitChildren() is clang.visitChildren(). The table is
 * filled by clang_load() (parse/clang_load.h). Everything is a list first, so that the loader and the test can walk
 * it. */
#ifndef CAPLINT_CLANG_API_H
#define CAPLINT_CLANG_API_H

/* X(name, value) */
#define CLANG_CURSOR_KINDS(X)                                                                                          \
	X(CXCursor_UnexposedDecl, 1)                                                                                   \
	X(CXCursor_StructDecl, 2)                                                                                      \
	X(CXCursor_UnionDecl, 3)                                                                                       \
	X(CXCursor_ClassDecl, 4)                                                                                       \
	X(CXCursor_EnumDecl, 5)                                                                                        \
	X(CXCursor_FieldDecl, 6)                                                                                       \
	X(CXCursor_FunctionDecl, 8)                                                                                    \
	X(CXCursor_VarDecl, 9)                                                                                         \
	X(CXCursor_ParmDecl, 10)                                                                                       \
	X(CXCursor_TypedefDecl, 20)                                                                                    \
	X(CXCursor_CXXMethod, 21)                                                                                      \
	X(CXCursor_Namespace, 22)                                                                                      \
	X(CXCursor_LinkageSpec, 23)                                                                                    \
	X(CXCursor_Constructor, 24)                                                                                    \
	X(CXCursor_Destructor, 25)                                                                                     \
	X(CXCursor_ConversionFunction, 26)                                                                             \
	X(CXCursor_FunctionTemplate, 30)                                                                               \
	X(CXCursor_ClassTemplate, 31)                                                                                  \
	X(CXCursor_ClassTemplatePartialSpecialization, 32)                                                             \
	X(CXCursor_NamespaceAlias, 33)                                                                                 \
	X(CXCursor_UsingDirective, 34)                                                                                 \
	X(CXCursor_UsingDeclaration, 35)                                                                               \
	X(CXCursor_TypeAliasDecl, 36)                                                                                  \
	X(CXCursor_FirstRef, 40)                                                                                       \
	X(CXCursor_TypeRef, 43)                                                                                        \
	X(CXCursor_CXXBaseSpecifier, 44)                                                                               \
	X(CXCursor_MemberRef, 47)                                                                                      \
	X(CXCursor_LabelRef, 48)                                                                                       \
	X(CXCursor_OverloadedDeclRef, 49)                                                                              \
	X(CXCursor_VariableRef, 50)                                                                                    \
	X(CXCursor_FirstExpr, 100)                                                                                     \
	X(CXCursor_UnexposedExpr, 100)                                                                                 \
	X(CXCursor_DeclRefExpr, 101)                                                                                   \
	X(CXCursor_MemberRefExpr, 102)                                                                                 \
	X(CXCursor_CallExpr, 103)                                                                                      \
	X(CXCursor_IntegerLiteral, 106)                                                                                \
	X(CXCursor_FloatingLiteral, 107)                                                                               \
	X(CXCursor_StringLiteral, 109)                                                                                 \
	X(CXCursor_CharacterLiteral, 110)                                                                              \
	X(CXCursor_ParenExpr, 111)                                                                                     \
	X(CXCursor_UnaryOperator, 112)                                                                                 \
	X(CXCursor_ArraySubscriptExpr, 113)                                                                            \
	X(CXCursor_BinaryOperator, 114)                                                                                \
	X(CXCursor_CompoundAssignOperator, 115)                                                                        \
	X(CXCursor_ConditionalOperator, 116)                                                                           \
	X(CXCursor_CStyleCastExpr, 117)                                                                                \
	X(CXCursor_CompoundLiteralExpr, 118)                                                                           \
	X(CXCursor_InitListExpr, 119)                                                                                  \
	X(CXCursor_StmtExpr, 121)                                                                                      \
	X(CXCursor_GNUNullExpr, 123)                                                                                   \
	X(CXCursor_CXXStaticCastExpr, 124)                                                                             \
	X(CXCursor_CXXDynamicCastExpr, 125)                                                                            \
	X(CXCursor_CXXReinterpretCastExpr, 126)                                                                        \
	X(CXCursor_CXXConstCastExpr, 127)                                                                              \
	X(CXCursor_CXXFunctionalCastExpr, 128)                                                                         \
	X(CXCursor_CXXTypeidExpr, 129)                                                                                 \
	X(CXCursor_CXXBoolLiteralExpr, 130)                                                                            \
	X(CXCursor_CXXNullPtrLiteralExpr, 131)                                                                         \
	X(CXCursor_CXXThisExpr, 132)                                                                                   \
	X(CXCursor_CXXThrowExpr, 133)                                                                                  \
	X(CXCursor_CXXNewExpr, 134)                                                                                    \
	X(CXCursor_CXXDeleteExpr, 135)                                                                                 \
	X(CXCursor_UnaryExpr, 136)                                                                                     \
	X(CXCursor_PackExpansionExpr, 142)                                                                             \
	X(CXCursor_SizeOfPackExpr, 143)                                                                                \
	X(CXCursor_LambdaExpr, 144)                                                                                    \
	X(CXCursor_CXXAddrspaceCastExpr, 152)                                                                          \
	X(CXCursor_ConceptSpecializationExpr, 153)                                                                     \
	X(CXCursor_RequiresExpr, 154)                                                                                  \
	X(CXCursor_CXXParenListInitExpr, 155)                                                                          \
	X(CXCursor_UnexposedStmt, 200)                                                                                 \
	X(CXCursor_LabelStmt, 201)                                                                                     \
	X(CXCursor_CompoundStmt, 202)                                                                                  \
	X(CXCursor_CaseStmt, 203)                                                                                      \
	X(CXCursor_DefaultStmt, 204)                                                                                   \
	X(CXCursor_IfStmt, 205)                                                                                        \
	X(CXCursor_SwitchStmt, 206)                                                                                    \
	X(CXCursor_WhileStmt, 207)                                                                                     \
	X(CXCursor_DoStmt, 208)                                                                                        \
	X(CXCursor_ForStmt, 209)                                                                                       \
	X(CXCursor_GotoStmt, 210)                                                                                      \
	X(CXCursor_ContinueStmt, 212)                                                                                  \
	X(CXCursor_BreakStmt, 213)                                                                                     \
	X(CXCursor_ReturnStmt, 214)                                                                                    \
	X(CXCursor_CXXCatchStmt, 223)                                                                                  \
	X(CXCursor_CXXTryStmt, 224)                                                                                    \
	X(CXCursor_CXXForRangeStmt, 225)                                                                               \
	X(CXCursor_NullStmt, 230)                                                                                      \
	X(CXCursor_DeclStmt, 231)                                                                                      \
	X(CXCursor_TranslationUnit, 350)                                                                               \
	X(CXCursor_UnexposedAttr, 400)                                                                                 \
	X(CXCursor_CUDADeviceAttr, 413)                                                                                \
	X(CXCursor_CUDAGlobalAttr, 414)                                                                                \
	X(CXCursor_CUDAHostAttr, 415)                                                                                  \
	X(CXCursor_WarnUnusedResultAttr, 440)                                                                          \
	X(CXCursor_MacroExpansion, 502)                                                                                \
	X(CXCursor_TypeAliasTemplateDecl, 601)                                                                         \
	X(CXCursor_FriendDecl, 603)

#define CLANG_TYPE_KINDS(X)                                                                                            \
	X(CXType_Invalid, 0)                                                                                           \
	X(CXType_Unexposed, 1)                                                                                         \
	X(CXType_Overload, 25)                                                                                         \
	X(CXType_Dependent, 26)                                                                                        \
	X(CXType_Pointer, 101)                                                                                         \
	X(CXType_LValueReference, 103)                                                                                 \
	X(CXType_RValueReference, 104)                                                                                 \
	X(CXType_Record, 105)                                                                                          \
	X(CXType_Auto, 118)

#define CLANG_OPERATORS(X)                                                                                             \
	X(CXBinaryOperator_Invalid, 0)                                                                                 \
	X(CXBinaryOperator_Mul, 3)                                                                                     \
	X(CXBinaryOperator_Div, 4)                                                                                     \
	X(CXBinaryOperator_Rem, 5)                                                                                     \
	X(CXBinaryOperator_Add, 6)                                                                                     \
	X(CXBinaryOperator_Sub, 7)                                                                                     \
	X(CXBinaryOperator_Shl, 8)                                                                                     \
	X(CXBinaryOperator_Shr, 9)                                                                                     \
	X(CXBinaryOperator_Cmp, 10)                                                                                    \
	X(CXBinaryOperator_LT, 11)                                                                                     \
	X(CXBinaryOperator_GT, 12)                                                                                     \
	X(CXBinaryOperator_LE, 13)                                                                                     \
	X(CXBinaryOperator_GE, 14)                                                                                     \
	X(CXBinaryOperator_EQ, 15)                                                                                     \
	X(CXBinaryOperator_NE, 16)                                                                                     \
	X(CXBinaryOperator_And, 17)                                                                                    \
	X(CXBinaryOperator_Xor, 18)                                                                                    \
	X(CXBinaryOperator_Or, 19)                                                                                     \
	X(CXBinaryOperator_LAnd, 20)                                                                                   \
	X(CXBinaryOperator_LOr, 21)                                                                                    \
	X(CXBinaryOperator_Assign, 22)                                                                                 \
	X(CXBinaryOperator_MulAssign, 23)                                                                              \
	X(CXBinaryOperator_OrAssign, 32)                                                                               \
	X(CXBinaryOperator_Comma, 33)                                                                                  \
	X(CXUnaryOperator_PostInc, 1)                                                                                  \
	X(CXUnaryOperator_PostDec, 2)                                                                                  \
	X(CXUnaryOperator_PreInc, 3)                                                                                   \
	X(CXUnaryOperator_PreDec, 4)                                                                                   \
	X(CXUnaryOperator_AddrOf, 5)                                                                                   \
	X(CXUnaryOperator_Deref, 6)                                                                                    \
	X(CXUnaryOperator_Plus, 7)                                                                                     \
	X(CXUnaryOperator_Minus, 8)                                                                                    \
	X(CXUnaryOperator_Not, 9)                                                                                      \
	X(CXUnaryOperator_LNot, 10)                                                                                    \
	X(CXUnaryOperator_Extension, 13)

#define CLANG_CONSTANTS(X)                                                                                             \
	X(CXError_Success, 0)                                                                                          \
	X(CXChildVisit_Continue, 1)                                                                                    \
	X(CXTranslationUnit_DetailedPreprocessingRecord, 1)                                                            \
	X(CXTranslationUnit_KeepGoing, 0x200)                                                                          \
	X(CXDiagnostic_Error, 3)                                                                                       \
	X(CXLinkage_Internal, 2)                                                                                       \
	X(CXLinkage_UniqueExternal, 3)                                                                                 \
	X(CX_SC_Static, 3)                                                                                             \
	X(CXCursor_ExceptionSpecificationKind_DynamicNone, 1)                                                          \
	X(CXCursor_ExceptionSpecificationKind_BasicNoexcept, 4)                                                        \
	X(CXCursor_ExceptionSpecificationKind_NoThrow, 9)

#ifndef CLANG_API_CHECK
#define CLANG_CONSTANT(name, value) name = (value),
enum CXCursorKind { CLANG_CURSOR_KINDS(CLANG_CONSTANT) };
enum CXTypeKind { CLANG_TYPE_KINDS(CLANG_CONSTANT) };
enum clang_operator { CLANG_OPERATORS(CLANG_CONSTANT) };
enum clang_constant { CLANG_CONSTANTS(CLANG_CONSTANT) };
#undef CLANG_CONSTANT
#endif

/* The test declares these under other names, beside the real ones. */
#ifndef CLANG_TYPE
#define CLANG_TYPE(name) name
#endif

typedef struct {
	unsigned kind; /* enum CXCursorKind, and kinds that are not listed here */
	int xdata;
	const void *data[3];
} CLANG_TYPE(CXCursor);

typedef struct {
	unsigned kind; /* enum CXTypeKind */
	void *data[2];
} CLANG_TYPE(CXType);

typedef struct {
	const void *data;
	unsigned private_flags;
} CLANG_TYPE(CXString);

typedef struct {
	const void *ptr_data[2];
	unsigned int_data;
} CLANG_TYPE(CXSourceLocation);

typedef struct {
	const void *ptr_data[2];
	unsigned begin_int_data, end_int_data;
} CLANG_TYPE(CXSourceRange);

typedef struct {
	unsigned count;
	CLANG_TYPE(CXSourceRange) *ranges;
} CLANG_TYPE(CXSourceRangeList);

struct CLANG_TYPE(CXUnsavedFile) {
	const char *Filename, *Contents;
	unsigned long Length;
};

#ifndef CLANG_API_CHECK
typedef void *CXIndex, *CXFile, *CXDiagnostic, *CXClientData, *CXEvalResult;
typedef struct CXTranslationUnitImpl *CXTranslationUnit;
typedef unsigned (*CXCursorVisitor)(CXCursor cursor, CXCursor parent, CXClientData data);
#endif

/* X(result, name without clang_, parameters). Enumerations are unsigned. */
#define CLANG_FUNCTIONS(X)                                                                                             \
	X(CXString, getClangVersion, (void))                                                                           \
	X(const char *, getCString, (CXString))                                                                        \
	X(void, disposeString, (CXString))                                                                             \
	X(void, toggleCrashRecovery, (unsigned))                                                                       \
	X(CXIndex, createIndex, (int, int))                                                                            \
	X(void, disposeIndex, (CXIndex))                                                                               \
	X(unsigned, parseTranslationUnit2, (CXIndex, const char *, const char *const *, int, struct CXUnsavedFile *,   \
	                               unsigned, unsigned, CXTranslationUnit *))                                       \
	X(void, disposeTranslationUnit, (CXTranslationUnit))                                                           \
	X(CXCursor, getTranslationUnitCursor, (CXTranslationUnit))                                                     \
	X(CXFile, getFile, (CXTranslationUnit, const char *))                                                          \
	X(CXSourceRangeList *, getSkippedRanges, (CXTranslationUnit, CXFile))                                          \
	X(void, disposeSourceRangeList, (CXSourceRangeList *))                                                         \
	X(unsigned, getNumDiagnostics, (CXTranslationUnit))                                                            \
	X(CXDiagnostic, getDiagnostic, (CXTranslationUnit, unsigned))                                                  \
	X(void, disposeDiagnostic, (CXDiagnostic))                                                                     \
	X(unsigned, getDiagnosticSeverity, (CXDiagnostic))                                                             \
	X(unsigned, visitChildren, (CXCursor, CXCursorVisitor, CXClientData))                                          \
	X(CXSourceLocation, getCursorLocation, (CXCursor))                                                             \
	X(CXSourceRange, getCursorExtent, (CXCursor))                                                                  \
	X(CXSourceLocation, getRangeStart, (CXSourceRange))                                                            \
	X(CXSourceLocation, getRangeEnd, (CXSourceRange))                                                              \
	X(void, getFileLocation, (CXSourceLocation, CXFile *, unsigned *, unsigned *, unsigned *))                     \
	X(int, Location_isFromMainFile, (CXSourceLocation))                                                            \
	X(CXString, getCursorSpelling, (CXCursor))                                                                     \
	X(CXCursor, getCursorReferenced, (CXCursor))                                                                   \
	X(CXCursor, Cursor_getVarDeclInitializer, (CXCursor))                                                          \
	X(unsigned, isCursorDefinition, (CXCursor))                                                                    \
	X(unsigned, getTemplateCursorKind, (CXCursor))                                                                 \
	X(unsigned, getCursorLinkage, (CXCursor))                                                                      \
	X(unsigned, Cursor_getStorageClass, (CXCursor))                                                                \
	X(int, getCursorExceptionSpecificationType, (CXCursor))                                                        \
	X(unsigned, Cursor_isVariadic, (CXCursor))                                                                     \
	X(unsigned, CXXMethod_isStatic, (CXCursor))                                                                    \
	X(unsigned, CXXMethod_isVirtual, (CXCursor))                                                                   \
	X(CXType, getCursorType, (CXCursor))                                                                           \
	X(CXType, getCursorResultType, (CXCursor))                                                                     \
	X(CXType, getTypedefDeclUnderlyingType, (CXCursor))                                                            \
	X(CXType, getCanonicalType, (CXType))                                                                          \
	X(CXType, getPointeeType, (CXType))                                                                            \
	X(CXString, getTypeSpelling, (CXType))                                                                         \
	X(unsigned, getCursorBinaryOperatorKind, (CXCursor))                                                           \
	X(unsigned, getCursorUnaryOperatorKind, (CXCursor))                                                            \
	X(CXEvalResult, Cursor_Evaluate, (CXCursor))                                                                   \
	X(long long, EvalResult_getAsLongLong, (CXEvalResult))                                                         \
	X(void, EvalResult_dispose, (CXEvalResult))

#ifndef CLANG_API_CHECK
#define CLANG_MEMBER(result, name, parameters) result(*name) parameters;
extern struct clang_functions {
	CLANG_FUNCTIONS(CLANG_MEMBER)
} clang;
#undef CLANG_MEMBER
#endif

#endif
